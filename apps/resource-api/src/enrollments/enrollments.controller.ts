import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  Param,
  Patch,
  Post,
  Query,
  StreamableFile,
} from '@nestjs/common';
import { CurrentActor, type Actor } from '@app/access';
import { PathId } from '@app/contracts';
import { Enrollment } from '@app/enrollments';
import { ApiTags, IfMatch, Operation } from '@app/http';
import { AcceptedFormat, type ExportFormat } from '../exports/index.js';
import {
  AggregatePage,
  AggregatesQuery,
  AwardBody,
  CreateEnrollmentBody,
  CreateEnrollmentQuery,
  EnrollmentDetail,
  EnrollmentPage,
  EnrollmentQuery,
  ExportEnrollmentsQuery,
  GoalBody,
  ListEnrollmentsQuery,
  UpdateEnrollmentBody,
  UpdateEnrollmentQuery,
  enrollmentExportExamples,
} from './enrollments.schema.js';
import { EnrollmentExports } from './enrollment-exports.service.js';
import { EnrollmentsService } from './enrollments.service.js';

const NOT_FOUND = 'No such enrollment in this portal, or none the caller may see.';
const EXISTS =
  '`enrollment_exists`: the user has a live enrollment in this learning object; `enrollment_id` names it.';

@ApiTags('Enrollments')
@Controller('v2/enrollments')
export class EnrollmentsController {
  constructor(
    private readonly enrollments: EnrollmentsService,
    private readonly history: EnrollmentExports,
  ) {}

  @Get()
  @Operation({
    summary: 'List enrollments of the portal, last changed first',
    description: 'Without `user_id` the caller must be an administrator of the portal.',
    access: { scope: 'enrollment.read' },
    answer: EnrollmentPage,
    refusals: { 404: 'No such user in this portal, or none the caller may see.' },
  })
  list(
    @CurrentActor() actor: Actor,
    @Query({ schema: ListEnrollmentsQuery }) query: ListEnrollmentsQuery,
  ): Promise<EnrollmentPage> {
    return this.enrollments.list(actor, query);
  }

  @Get('export')
  @Header('cache-control', 'no-store')
  @Operation({
    summary: 'Export the learning history of the portal',
    description:
      'All enrollments that match, each with its user and learning object, as one file. Send `archived=all` for the ' +
      'whole history: enrollments that were deleted or restarted, those of closed accounts, and those in learning ' +
      'objects that no longer exist. A file whose connection breaks off is incomplete.',
    access: { scope: 'enrollment.read', role: 'Administrator' },
    isExpensive: true,
    file: enrollmentExportExamples,
    refusals: { 429: 'Or three exports of the portal are in progress.' },
  })
  export(
    @CurrentActor() actor: Actor,
    @Query({ schema: ExportEnrollmentsQuery }) query: ExportEnrollmentsQuery,
    @AcceptedFormat() accepted: ExportFormat,
  ): Promise<StreamableFile> {
    return this.history.export(actor, accepted, query);
  }

  @Post()
  @Operation({
    summary: 'Create an enrollment for a user and learning object',
    access: { scope: 'enrollment.write' },
    status: 201,
    answer: Enrollment,
    refusals: { 404: 'No such user or learning object that the caller may see.', 409: EXISTS },
    limits: ['enrollment_history'],
  })
  create(
    @CurrentActor() actor: Actor,
    @Body({ schema: CreateEnrollmentBody }) body: CreateEnrollmentBody,
    @Query({ schema: CreateEnrollmentQuery }) query: CreateEnrollmentQuery,
  ): Promise<Enrollment> {
    return this.enrollments.create(actor, body, query['re-enroll']);
  }

  @Post('award')
  @Operation({
    summary: 'Create an award enrollment',
    access: { scope: 'enrollment.write' },
    status: 201,
    answer: Enrollment,
    refusals: { 404: 'No such user or award that the caller may see.', 409: EXISTS },
    limits: ['enrollment_history'],
  })
  award(@CurrentActor() actor: Actor, @Body({ schema: AwardBody }) body: AwardBody): Promise<Enrollment> {
    return this.enrollments.award(actor, body);
  }

  @Get(':enrollmentId')
  @Operation({
    summary: 'Enrollment detail',
    access: { scope: 'enrollment.read' },
    answer: EnrollmentDetail,
    etag: true,
    refusals: { 404: NOT_FOUND },
  })
  get(
    @CurrentActor() actor: Actor,
    @Param('enrollmentId', { schema: PathId }) id: number,
    @Query({ schema: EnrollmentQuery }) query: EnrollmentQuery,
  ): Promise<EnrollmentDetail> {
    return this.enrollments.get(actor, id, query);
  }

  @Patch(':enrollmentId')
  @Operation({
    summary: 'Update an enrollment',
    access: { scope: 'enrollment.write' },
    answer: EnrollmentDetail,
    etag: true,
    refusals: {
      404: NOT_FOUND,
      409: '`invalid_transition`: the status cannot follow the current one; a completed enrollment needs `reopen=true`.',
      412: 'The enrollment has changed since the ETag in If-Match was issued.',
    },
  })
  update(
    @CurrentActor() actor: Actor,
    @Param('enrollmentId', { schema: PathId }) id: number,
    @Body({ schema: UpdateEnrollmentBody }) body: UpdateEnrollmentBody,
    @Query({ schema: UpdateEnrollmentQuery }) { reopen }: UpdateEnrollmentQuery,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<EnrollmentDetail> {
    return this.enrollments.update(actor, id, body, { reopen, ifMatch });
  }

  @Delete(':enrollmentId')
  @Operation({
    summary: 'Archive an enrollment; the learning history stays',
    access: { scope: 'enrollment.write' },
    status: 204,
    refusals: { 404: NOT_FOUND, 412: 'The enrollment has changed since the ETag in If-Match was issued.' },
  })
  remove(
    @CurrentActor() actor: Actor,
    @Param('enrollmentId', { schema: PathId }) id: number,
    @IfMatch() ifMatch: string | undefined,
  ): Promise<void> {
    return this.enrollments.remove(actor, id, ifMatch);
  }

  @Post(':enrollmentId/goal')
  @Operation({
    summary: 'Link an existing enrollment to a goal',
    access: { scope: 'enrollment.write' },
    answer: EnrollmentDetail,
    refusals: { 404: NOT_FOUND },
    limits: ['goals'],
  })
  linkGoal(
    @CurrentActor() actor: Actor,
    @Param('enrollmentId', { schema: PathId }) id: number,
    @Body({ schema: GoalBody }) body: GoalBody,
  ): Promise<EnrollmentDetail> {
    return this.enrollments.linkGoal(actor, id, body);
  }
}

@ApiTags('Enrollments')
@Controller('v2/enrollment-aggregates')
export class EnrollmentAggregatesController {
  constructor(private readonly enrollments: EnrollmentsService) {}

  @Get()
  @Operation({
    summary: 'Enrollment counts of learning objects, most enrollments first',
    description:
      'At least one of `min_enrollment_count` and `lo_ids[]` is required; if both are sent, both apply.',
    access: { scope: 'enrollment.read', role: 'Administrator' },
    answer: AggregatePage,
  })
  list(
    @CurrentActor() actor: Actor,
    @Query({ schema: AggregatesQuery }) query: AggregatesQuery,
  ): Promise<AggregatePage> {
    return this.enrollments.aggregates(actor, query);
  }
}
