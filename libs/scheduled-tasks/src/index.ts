export { ClaimedTask } from './claimed-task.js';
export { ScheduledTask } from './scheduled-task.js';
export { TaskRunner } from './task-runner.js';
export { scheduledTasks, type TaskDefinition, type TaskName } from './tasks.js';
