// Runs in a sandboxed page without an origin, and talks to the surrounding page only by messages.
(function () {
  'use strict';
  var parts = Array.prototype.slice.call(document.querySelectorAll('[data-part]'));
  var words = JSON.parse(document.getElementById('words').textContent);
  var scores = [];
  var current = 0;

  function tell(message) {
    message.source = 'learning-player';
    if (window.parent !== window) window.parent.postMessage(message, '*');
  }

  function show(index) {
    current = index;
    parts.forEach(function (part, place) {
      part.hidden = place !== index;
    });
    var button = parts[index].querySelector('[data-next]');
    if (button) button.textContent = index === parts.length - 1 ? words.finish : words.next;
    tell({ event: 'progress', part: index + 1, parts: parts.length });
  }

  function average() {
    if (scores.length === 0) return null;
    var sum = 0;
    for (var i = 0; i < scores.length; i++) sum += scores[i];
    return Math.round(sum / scores.length);
  }

  function goOn() {
    if (current + 1 < parts.length) return show(current + 1);
    parts[current].hidden = true;
    var score = average();
    var end = document.getElementById('end');
    end.hidden = false;
    if (score !== null) document.getElementById('score').textContent = words.score + ': ' + score + ' %';
    end.querySelector('h2').focus();
    tell({ event: 'completed', score: score });
  }

  function check(quiz) {
    var questions = Array.prototype.slice.call(quiz.querySelectorAll('fieldset'));
    var right = 0;
    questions.forEach(function (question) {
      var chosen = question.querySelector('input:checked');
      var good = chosen !== null && chosen.value === question.getAttribute('data-correct');
      question.className = good ? 'right' : 'wrong';
      if (good) right++;
    });
    scores.push(Math.round((100 * right) / questions.length));
    quiz.querySelector('[data-check]').disabled = true;
    quiz.parentNode.querySelector('[data-next]').disabled = false;
  }

  parts.forEach(function (part) {
    var next = part.querySelector('[data-next]');
    var quiz = part.querySelector('[data-quiz]');
    var video = part.querySelector('video');
    if (next) next.addEventListener('click', goOn);
    if (video) video.addEventListener('ended', goOn);
    if (quiz) {
      next.disabled = true;
      quiz.querySelector('[data-check]').addEventListener('click', function () {
        check(quiz);
      });
    }
  });
  tell({ event: 'ready', parts: parts.length });
  show(0);
})();
