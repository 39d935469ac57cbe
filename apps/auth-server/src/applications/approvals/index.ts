export {
  ApprovalQueries,
  type Approval,
  type ApprovedRights,
  type PortalsClient,
} from './approval.queries.js';
export { ApprovalsModule } from './approvals.module.js';
