export * from './import-record.js';
