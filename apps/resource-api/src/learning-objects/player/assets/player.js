// Runs in a sandboxed page without an origin, and communicates with the surrounding page only by messages.
(function () {
  'use strict';
  var parts = Array.prototype.slice.call(document.querySelectorAll('[data-part]'));
  var words = JSON.parse(document.getElementById('words').textContent);
  var address = location.href.split(/[?#]/)[0];
  var state = resumed();
  var scores = state.scores;
  var current = 0;
  var shown = new Date();

  // The surrounding page says in the fragment where to resume: {"part": 2, "scores": {"1": 50}}.
  function resumed() {
    var none = { part: 1, scores: {} };
    try {
      var given = JSON.parse(decodeURIComponent(location.hash.slice(1)));
      if (!(given.part >= 1 && given.part <= parts.length && given.part % 1 === 0)) return none;
      var kept = {};
      Object.keys(given.scores || {}).forEach(function (part) {
        var score = given.scores[part];
        if (part >= 1 && part <= parts.length && score >= 0 && score <= 100) kept[part] = score;
      });
      return { part: given.part, scores: kept };
    } catch (unreadable) {
      return none;
    }
  }

  function tell(message) {
    message.source = 'learning-player';
    if (window.parent !== window) window.parent.postMessage(message, '*');
  }

  function show(index) {
    current = index;
    shown = new Date();
    parts.forEach(function (part, place) {
      part.hidden = place !== index;
    });
    var button = parts[index].querySelector('[data-next]');
    if (button) button.textContent = index === parts.length - 1 ? words.finish : words.next;
    fetchPart(index);
    tell({ event: 'progress', part: index + 1, parts: parts.length, scores: scores });
  }

  // Of a large course the first part comes with the page, the others one by one: each while the one before it is shown.
  function fetchPart(index) {
    var part = parts[index];
    if (!part) return;
    var content = part.querySelector('[data-content]');
    var state = content.getAttribute('data-content');
    if (state === 'here' && index === current) fetchPart(index + 1);
    if (state !== '') return;
    content.setAttribute('data-content', 'on its way');
    part.querySelector('[data-next]').disabled = true;
    fetch(address + '/items/' + part.getAttribute('data-part'))
      .then(function (answer) {
        if (answer.status === 403 || answer.status === 404) throw words.expired;
        if (!answer.ok) throw words.unreachableWhy;
        return answer.json();
      })
      .then(function (answer) {
        content.innerHTML = answer.html;
        content.setAttribute('data-content', 'here');
        if (index === current) shown = new Date();
        begin(part, index);
        if (index === current) fetchPart(index + 1);
      })
      .catch(function (fault) {
        content.setAttribute('data-content', '');
        content.textContent = '';
        var problem = content.appendChild(document.createElement('p'));
        problem.setAttribute('role', 'alert');
        problem.textContent = typeof fault === 'string' ? fault : words.unreachableWhy;
        var retry = content.appendChild(document.createElement('button'));
        retry.type = 'button';
        retry.textContent = words.retry;
        retry.addEventListener('click', function () {
          content.textContent = '';
          fetchPart(index);
        });
      });
  }

  function average() {
    var all = Object.keys(scores);
    if (all.length === 0) return null;
    var sum = 0;
    for (var i = 0; i < all.length; i++) sum += scores[all[i]];
    return Math.round(sum / all.length);
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

  // Only the service knows which answers are right.
  function check(quiz, part) {
    var questions = Array.prototype.slice.call(quiz.querySelectorAll('fieldset'));
    var button = quiz.querySelector('[data-check]');
    var problem = quiz.querySelector('[data-problem]');
    var form = new URLSearchParams({ item: quiz.getAttribute('data-quiz') });
    questions.forEach(function (question, place) {
      var chosen = question.querySelector('input:checked');
      form.append('answers[' + place + ']', chosen === null ? '-1' : chosen.value);
    });
    button.disabled = true;
    problem.textContent = '';
    fetch(address + '/answers', { method: 'POST', body: form })
      .then(function (answer) {
        if (answer.status === 404) throw words.ended;
        if (answer.status === 409) throw words.tooOften;
        if (!answer.ok) throw words.unchecked;
        return answer.json();
      })
      .then(function (answer) {
        var right = 0;
        var answers = questions.map(function (question, place) {
          var chosen = question.querySelector('input:checked');
          return { chosen: chosen === null ? null : Number(chosen.value), right: answer.results[place] };
        });
        questions.forEach(function (question, place) {
          question.className = answer.results[place] ? 'right' : 'wrong';
          question.disabled = true;
          if (answer.results[place]) right++;
        });
        scores[part] = Math.round((100 * right) / questions.length);
        parts[part - 1].querySelector('[data-next]').disabled = false;
        var seconds = Math.round((new Date() - shown) / 1000);
        tell({ event: 'answered', quiz: quiz.getAttribute('data-quiz'), answers: answers, seconds: seconds });
        tell({ event: 'progress', part: current + 1, parts: parts.length, scores: scores });
      })
      .catch(function (fault) {
        button.disabled = false;
        problem.textContent = typeof fault === 'string' ? fault : words.unchecked;
      });
  }

  // Once the content of a part is there.
  function begin(part, place) {
    var next = part.querySelector('[data-next]');
    var quiz = part.querySelector('[data-quiz]');
    var video = part.querySelector('video');
    next.disabled = quiz !== null && !(place + 1 in scores);
    if (video) video.addEventListener('ended', goOn);
    if (quiz)
      quiz.querySelector('[data-check]').addEventListener('click', function () {
        check(quiz, place + 1);
      });
  }

  parts.forEach(function (part, place) {
    part.querySelector('[data-next]').addEventListener('click', goOn);
    if (part.querySelector('[data-content]').getAttribute('data-content') === 'here') begin(part, place);
  });
  tell({ event: 'ready', parts: parts.length });
  show(state.part - 1);
})();
