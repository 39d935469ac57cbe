import { applyDecorators, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@app/http';
import { Public } from '@app/access';
import { PageInterceptor } from './page.interceptor.js';

export const AnswersPage = () => UseInterceptors(PageInterceptor);

/**
 * Declares routes for people, whose handlers return a {@link PageAnswer}: they take no bearer token and are not
 * documented for programs.
 */
export const ForPeople = () => applyDecorators(Public(), ApiExcludeController(), AnswersPage());
