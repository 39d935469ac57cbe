import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { readClientNames } from '@app/clients';
import { wireTime } from '@app/contracts';
import { Database } from '@app/database';
import { CLOCK, errorCodes, type Clock, type ErrorCodeText } from '@app/kernel';
import { ApiErrorsQueries } from './api-errors.queries.js';
import type { ListApiErrorsQuery, RecordedErrorPage } from './api-errors.schema.js';

@Injectable()
export class ApiErrorsService {
  constructor(
    private readonly queries: ApiErrorsQueries,
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list({ portalId }: Actor, query: ListApiErrorsQuery): Promise<RecordedErrorPage> {
    const { total, rows } = await this.queries.list(portalId, query, this.clock.now());
    const names = await readClientNames(
      this.database,
      rows.map(({ clientId }) => clientId),
    );
    const texts: Readonly<Record<string, ErrorCodeText>> = errorCodes;
    return {
      total,
      hits: rows.map(({ id, time, clientId, operation, status, errorCode, ref, fields }) => ({
        id,
        time: wireTime(time),
        client_id: clientId,
        client_name: names.get(clientId) ?? null,
        operation,
        status,
        error_code: errorCode,
        ref,
        fields,
        remedy: texts[errorCode]?.remedy ?? null,
      })),
    };
  }
}
