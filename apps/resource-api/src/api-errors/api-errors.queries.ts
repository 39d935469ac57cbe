import { Injectable } from '@nestjs/common';
import { Database, lockNumber, sql } from '@app/database';
import type { ListApiErrorsQuery } from './api-errors.schema.js';

/** A refused request. Has no value of the request, only names. */
export interface ApiErrorEntry {
  portalId: number;
  time: Date;
  clientId: string;
  operation: string;
  status: number;
  errorCode: string;
  ref: string;
  fields: string[];
}

export interface ApiErrorRow extends Omit<ApiErrorEntry, 'portalId'> {
  id: number;
}

/** Rows of a portal and day, and those of one application, operation and code among them. */
const MAX_ROWS = 1_000;
const MAX_ROWS_OF_A_KIND = 100;
const DAYS = 7;

@Injectable()
export class ApiErrorsQueries {
  constructor(private readonly database: Database) {}

  async list(
    portalId: number,
    { client_id, operation, error_code, ref, offset, limit }: ListApiErrorsQuery,
    now: Date,
  ): Promise<{ total: number; rows: ApiErrorRow[] }> {
    const since = new Date(now.getTime() - DAYS * 86_400_000);
    const where = sql.and([
      sql`portal_id = ${portalId} and time > ${since}`,
      ...(client_id === undefined ? [] : [sql`client_id = ${client_id}`]),
      ...(operation === undefined ? [] : [sql`operation = ${operation}`]),
      ...(error_code === undefined ? [] : [sql`error_code = ${error_code}`]),
      ...(ref === undefined ? [] : [sql`ref = ${ref}`]),
    ]);
    const [total, rows] = await Promise.all([
      this.database.value<number>(sql`select count(*) from maintenance.api_errors where ${where}`),
      this.database.many<ApiErrorRow>(sql.camelCase`
        select id, time, client_id, operation, status, error_code, ref, fields from maintenance.api_errors
         where ${where} order by time desc, id desc offset ${offset} limit ${limit}`),
    ]);
    return { total: total ?? 0, rows };
  }

  /** Stores entries; those over the limits of the portal's day (UTC) are dropped, also if several servers store some. */
  async store(entries: readonly ApiErrorEntry[]): Promise<void> {
    const json = JSON.stringify(entries);
    await this.database.write(async (tx) => {
      await tx.one(sql`select pg_advisory_xact_lock(${lockNumber.apiErrors}, 0)`);
      await tx.run(sql`
        insert into maintenance.api_errors
          (portal_id, time, client_id, operation, status, error_code, ref, fields)
        select n.portal_id, n.time, n.client_id, n.operation, n.status, n.error_code, n.ref, n.fields
          from (select e."portalId" as portal_id, e.time, e."clientId" as client_id, e.operation, e.status,
                       e."errorCode" as error_code, e.ref, e.fields,
                       row_number() over (partition by e."portalId" order by e.time) as number,
                       row_number() over (partition by e."portalId", e."clientId", e.operation, e."errorCode"
                                          order by e.time) as number_of_kind
                  from json_to_recordset(${json}::json) as e(
                       "portalId" int, time timestamptz, "clientId" text, operation text, status int,
                       "errorCode" text, ref text, fields text[])) n
         where number + (select count(*) from maintenance.api_errors a
                          where a.portal_id = n.portal_id and a.time >= date_trunc('day', n.time, 'UTC')) <= ${MAX_ROWS}
           and number_of_kind + (select count(*) from maintenance.api_errors a
                                  where a.portal_id = n.portal_id and a.time >= date_trunc('day', n.time, 'UTC')
                                    and a.client_id = n.client_id and a.operation = n.operation
                                    and a.error_code = n.error_code) <= ${MAX_ROWS_OF_A_KIND}`);
    });
  }
}
