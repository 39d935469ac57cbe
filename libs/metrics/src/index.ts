export { Dependency, type DependencyName } from './dependency.js';
export type { MetricDefinition, ServerName } from './metric-definition.js';
export { metricList, type MetricName } from './metric-list.js';
export { metrics, observe, createRegistry, type Sample } from './metrics.js';
export { MetricsListener, type MetricsSettings } from './metrics-listener.js';
export { MetricsModule } from './metrics.module.js';
