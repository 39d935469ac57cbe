import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule, type OpenAPIObject, type SwaggerCustomOptions } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';

@Module({})
class Empty {}

/** An application that does not listen and has what @nestjs/swagger serves, below /docs. */
export async function openSwagger(
  document: OpenAPIObject,
  options: SwaggerCustomOptions,
): Promise<FastifyInstance> {
  const adapter = new FastifyAdapter({ routerOptions: { ignoreTrailingSlash: true } });
  const app = await NestFactory.create<NestFastifyApplication>(Empty, adapter, { logger: false });
  SwaggerModule.setup('docs', app, document, options);
  await app.init();
  return adapter.getInstance<FastifyInstance>();
}
