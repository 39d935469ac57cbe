import { Body, Controller, Get, Header, HttpCode, Ip, Param, Post, Req, Res } from '@nestjs/common';
import { Public } from '@app/access';
import { PathId } from '@app/contracts';
import { ApiExcludeController } from '@app/http';
import { acceptedLanguage, text } from '@app/texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PageBrands } from '../../pages/index.js';
import { PreviewService } from '../preview/preview.service.js';
import { LaunchService } from '../scorm/launch.service.js';
import { QuizAnswers } from './answers.js';
import type { OpenResult } from './opened.js';
import { Parts } from './parts.js';
import { renderPart } from './player-page.js';
import { QuizChecks } from './quiz-checks.js';
import { replyWithPlayer, replyWithRefusal } from './reply-with-page.js';
import { playerWords } from './words.js';

/** Pages for people, at signed preview URLs and launch tokens of SCORM packages. */
@ApiExcludeController()
@Controller()
export class PlayerController {
  constructor(
    private readonly previews: PreviewService,
    private readonly launches: LaunchService,
    private readonly parts: Parts,
    private readonly checks: QuizChecks,
    private readonly brands: PageBrands,
  ) {}

  @Public()
  @Get('preview/:token')
  async preview(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.#answer(request, reply, await this.previews.open(token), 'previewEnded');
  }

  @Public()
  @Get('preview/:token/items/:item')
  @Header('cache-control', 'no-store')
  async previewPart(
    @Param('token') token: string,
    @Param('item', { schema: PathId }) item: number,
  ): Promise<{ html: string }> {
    return this.#part(await this.previews.open(token), item);
  }

  @Public()
  @Post('preview/:token/answers')
  @HttpCode(200)
  async previewAnswers(
    @Param('token') token: string,
    @Body({ schema: QuizAnswers }) answers: QuizAnswers,
  ): Promise<{ results: boolean[] }> {
    return this.checks.check(await this.previews.open(token), answers, () => this.previews.getLearner(token));
  }

  @Public()
  @Get('launch/:token/items/:item')
  @Header('cache-control', 'no-store')
  async launchPart(
    @Param('token') token: string,
    @Param('item', { schema: PathId }) item: number,
  ): Promise<{ html: string }> {
    return this.#part(await this.launches.open(token), item);
  }

  @Public()
  @Post('launch/:token/answers')
  @HttpCode(200)
  async launchAnswers(
    @Param('token') token: string,
    @Body({ schema: QuizAnswers }) answers: QuizAnswers,
    @Ip() ip: string,
  ): Promise<{ results: boolean[] }> {
    return this.checks.check(await this.launches.open(token), answers, () =>
      this.launches.getLearner(token, ip),
    );
  }

  @Public()
  @Get('launch/:token')
  async launch(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.#answer(request, reply, await this.launches.open(token), 'packageEnded');
  }

  /** @throws NotFound when the page has no such item, or may not be displayed */
  async #part(opened: OpenResult, id: number): Promise<{ html: string }> {
    const part = await this.parts.one(opened, id);
    return { html: renderPart(part, playerWords('refused' in opened ? 'en' : opened.language)).text };
  }

  async #answer(
    request: FastifyRequest,
    reply: FastifyReply,
    opened: OpenResult,
    ended: 'previewEnded' | 'packageEnded',
  ): Promise<void> {
    const brand = await this.brands.of(request, opened.portalId);
    if (!('refused' in opened))
      return replyWithPlayer(reply, opened, await this.parts.withPage(opened), brand);
    const [status, key] = opened.refused === 'ended' ? ([403, ended] as const) : ([404, 'gone'] as const);
    const language = acceptedLanguage(request.headers['accept-language']);
    const words = {
      title: text(language, `player.${key}.title`),
      text: text(language, `player.${key}.text`),
    };
    replyWithRefusal(reply, status, language, words, brand);
  }
}
