import { applyDecorators } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '@app/access';

/** Declares routes for people: they take no bearer token, and no program needs a description of them. */
export const ForPeople = () => applyDecorators(Public(), ApiExcludeController());
