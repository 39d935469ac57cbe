/**
 * Draws and records the film about a team that moves together. It runs in the page of a browser, so it uses nothing
 * from outside itself.
 * @param {Record<string, string>} colors of pages, by name
 * @returns {Promise<string>} a WebM file, in base64
 */
export async function drawFilm(colors) {
  const [WIDTH, HEIGHT, SECONDS] = [640, 360, 10];
  const captions = [
    'One goal that everybody can say',
    'One plan that everybody can see',
    'One talk a week about what gets in the way',
    'And time to say thank you',
  ];
  const shades = [colors.accent, colors.good, '#b26a00', colors.error, '#6b4fc8'];
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT });
  const context = canvas.getContext('2d');

  /** @param {number} part of the film that is over, 0 to 1 */
  function draw(part) {
    context.fillStyle = colors.ground;
    context.fillRect(0, 0, WIDTH, HEIGHT);
    const gap = 110 - 58 * part;
    shades.forEach((shade, index) => {
      const x = WIDTH / 2 + (index - 2) * gap;
      const y = 150 + 10 * Math.sin(part * 30 + index * 1.3);
      context.fillStyle = shade;
      context.beginPath();
      context.arc(x, y - 26, 18, 0, 2 * Math.PI);
      context.fill();
      context.beginPath();
      context.arc(x, y + 26, 26, Math.PI, 2 * Math.PI);
      context.fill();
    });
    const place = part * captions.length;
    const index = Math.min(Math.floor(place), captions.length - 1);
    context.globalAlpha = Math.min(1, 6 * (place - index), 6 * (index + 1 - place) + 0.01);
    context.fillStyle = colors.text;
    context.font = '600 22px system-ui, sans-serif';
    context.textAlign = 'center';
    context.fillText(captions[index], WIDTH / 2, 260);
    context.globalAlpha = 1;
    context.fillStyle = colors.soft;
    context.fillRect(40, 320, WIDTH - 80, 5);
    context.fillStyle = colors.accent;
    context.fillRect(40, 320, (WIDTH - 80) * part, 5);
  }

  draw(0);
  const stream = canvas.captureStream(15);
  const recorder = new MediaRecorder(stream, {
    mimeType: 'video/webm;codecs=vp8',
    videoBitsPerSecond: 120_000,
    videoKeyFrameIntervalDuration: 2500,
  });
  const pieces = [];
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  const stopped = new Promise((done) => recorder.addEventListener('stop', done, { once: true }));
  recorder.start();
  const start = performance.now();
  await new Promise((done) => {
    const next = () => {
      const part = Math.min((performance.now() - start) / 1000 / SECONDS, 1);
      draw(part);
      if (part < 1) requestAnimationFrame(next);
      else done();
    };
    requestAnimationFrame(next);
  });
  recorder.stop();
  await stopped;
  const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
  return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''));
}
