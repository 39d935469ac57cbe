export {
  ApprovalQueries,
  type Approval,
  type ApprovedRights,
  type PortalsClient,
} from './approval.queries.js';
