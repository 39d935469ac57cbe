export { ApiErrorRecorder } from './api-error-recorder.js';
