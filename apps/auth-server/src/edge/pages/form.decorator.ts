import { createParamDecorator, Injectable, type ExecutionContext, type PipeTransform } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Parameters } from '../request/index.js';
import { Sessions, type Session } from '../sessions/index.js';
import { FormGuard } from './form-guard.js';
import { badForm } from './page-error.js';

interface AskedForm {
  request: FastifyRequest;
  fields: readonly string[];
}

/** Reads a form that our own page created for this browser. */
@Injectable()
class FormPipe implements PipeTransform<AskedForm, Promise<Parameters>> {
  constructor(private readonly forms: FormGuard) {}

  transform({ request, fields }: AskedForm): Promise<Parameters> {
    return this.forms.read(request, fields);
  }
}

const AskedFields = createParamDecorator(
  (fields: readonly string[], context: ExecutionContext): AskedForm => ({
    request: context.switchToHttp().getRequest<FastifyRequest>(),
    fields,
  }),
);

/** The named fields of the posted form. A form that this server has not created is refused with PageError 403. */
export const Form = (...fields: string[]): ParameterDecorator => AskedFields(fields, FormPipe);

/** Finds the session of the signed-in person. */
@Injectable()
class SessionPipe implements PipeTransform<FastifyRequest, Promise<Session | undefined>> {
  constructor(private readonly sessions: Sessions) {}

  transform(request: FastifyRequest): Promise<Session | undefined> {
    return this.sessions.current(request);
  }
}

/** A form that a signed-in person has posted. */
export interface SignedInForm {
  form: Parameters;
  session: Session;
  request: FastifyRequest;
}

@Injectable()
class SignedInFormPipe implements PipeTransform<AskedForm, Promise<SignedInForm>> {
  constructor(
    private readonly forms: FormGuard,
    private readonly sessions: Sessions,
  ) {}

  async transform({ request, fields }: AskedForm): Promise<SignedInForm> {
    const form = await this.forms.read(request, fields);
    const session = await this.sessions.current(request);
    if (!session) throw badForm();
    return { form, session, request };
  }
}

const TheRequest = createParamDecorator((_: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<FastifyRequest>(),
);

/** The session of the signed-in person; undefined if no person is signed in. */
export const PageSession = (): ParameterDecorator => TheRequest(SessionPipe);

/** As {@link Form}, with the session of the signed-in person; PageError 403 if no person is signed in. */
export const SignedInForm = (...fields: string[]): ParameterDecorator =>
  AskedFields(fields, SignedInFormPipe);
