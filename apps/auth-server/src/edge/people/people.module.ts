import { Module } from '@nestjs/common';
import { PersonQueries } from './person.queries.js';

@Module({ providers: [PersonQueries], exports: [PersonQueries] })
export class PeopleModule {}
