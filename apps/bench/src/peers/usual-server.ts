import 'reflect-metadata';
import { createPublicKey, type JsonWebKey } from 'node:crypto';
import {
  ClassSerializerInterceptor,
  Controller,
  Get,
  Injectable,
  Module,
  NotFoundException,
  Param,
  ParseIntPipe,
  Query,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard, PassportModule, PassportStrategy } from '@nestjs/passport';
import { ExpressAdapter } from '@nestjs/platform-express';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { registerTypeParsers } from '@app/database';
import { ExtractJwt, Strategy, type SecretOrKeyProvider } from 'passport-jwt';
import { IsNull, Not, type Repository } from 'typeorm';
import { Account, AccountManager, Person } from './usual.entity.js';

// The server to compare with as most would write it: Nest on Express, passport-jwt at each request, repositories of
// TypeORM, class-transformer; with the same answers as GET /v2/users/{user-id} and GET /v2/users.
registerTypeParsers();
const PORTAL = 1;
const keys = new Map<string, string>();

const findKey: SecretOrKeyProvider = (_request, token: string, done) => {
  const [header = ''] = token.split('.');
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string };
  done(null, keys.get(kid));
};

@Injectable()
class JwtStrategy extends PassportStrategy(Strategy) {
  constructor() {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKeyProvider: findKey,
      algorithms: ['ES256'],
    });
  }

  validate(claims: object): object {
    return claims;
  }
}

@UseGuards(AuthGuard('jwt'))
@UseInterceptors(ClassSerializerInterceptor)
@Controller('v2/users')
class UsersController {
  readonly #shown = { portal_id: PORTAL, person: Not(IsNull()), closed_time: IsNull() };
  readonly #relations = { person: true, managers: true };

  constructor(@InjectRepository(Account) private readonly accounts: Repository<Account>) {}

  @Get(':id')
  async get(@Param('id', ParseIntPipe) id: number): Promise<Account> {
    const account = await this.accounts.findOne({
      where: { ...this.#shown, id },
      relations: this.#relations,
    });
    if (!account) throw new NotFoundException();
    return account;
  }

  @Get()
  async list(@Query('limit', ParseIntPipe) take: number): Promise<{ total: number; hits: Account[] }> {
    const [hits, total] = await this.accounts.findAndCount({
      where: this.#shown,
      relations: this.#relations,
      order: { created_time: 'DESC', id: 'DESC' },
      take,
    });
    return { total, hits };
  }
}

@Controller('health')
class HealthController {
  @Get('ready')
  ready(): string {
    return 'ok';
  }
}

@Module({
  imports: [
    PassportModule,
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: process.env['DATABASE_URL']!,
      applicationName: 'usual-server',
      poolSize: 20,
      entities: [Account, AccountManager, Person],
    }),
    TypeOrmModule.forFeature([Account]),
  ],
  controllers: [UsersController, HealthController],
  providers: [JwtStrategy],
})
class UsualModule {}

async function main(): Promise<void> {
  const answer = await fetch(`${process.env['AUTH_URL']}/.well-known/jwks.json`);
  const { keys: publishedKeys } = (await answer.json()) as { keys: (JsonWebKey & { kid: string })[] };
  for (const key of publishedKeys) {
    const pem = createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    keys.set(key.kid, pem.toString());
  }
  const app = await NestFactory.create(UsualModule, new ExpressAdapter(), { logger: ['error', 'warn'] });
  await app.listen(Number(process.env['PORT']), '127.0.0.1');
}

void main();
