import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule, type OpenAPIObject, type SwaggerCustomOptions } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';

@Module({})
class Empty {}

/** The pages of Swagger UI contain no document; they read those in `swaggerOptions.urls`. */
const readByAddress = {} as OpenAPIObject;

/** An application that does not listen and has the pages of @nestjs/swagger, below /docs. */
export async function openSwagger(
  document: OpenAPIObject,
  options: SwaggerCustomOptions,
): Promise<FastifyInstance> {
  const adapter = new FastifyAdapter({ routerOptions: { ignoreTrailingSlash: true } });
  const app = await NestFactory.create<NestFastifyApplication>(Empty, adapter, { logger: false });
  if (options.ui !== false) SwaggerModule.setup('docs', app, readByAddress, { ...options, raw: false });
  SwaggerModule.setup('docs', app, document, { ...options, ui: false });
  await app.init();
  return adapter.getInstance<FastifyInstance>();
}
