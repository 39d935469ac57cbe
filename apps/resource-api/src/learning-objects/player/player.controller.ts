import { Body, Controller, Get, HttpCode, Ip, Param, Post, Req, Res } from '@nestjs/common';
import { Public } from '@app/access';
import { ApiExcludeController } from '@app/http';
import { acceptedLanguage, text } from '@app/texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PageBrands } from '../../pages/index.js';
import { PreviewService } from '../preview/preview.service.js';
import { LaunchService } from '../scorm/launch.service.js';
import { QuizAnswers } from './answers.js';
import type { Opened } from './opened.js';
import { QuizChecks } from './quiz-checks.js';
import { replyWithPlayer, replyWithRefusal } from './reply-with-page.js';

/** Pages for people, behind signed preview URLs and the launch tokens of SCORM packages. */
@ApiExcludeController()
@Controller()
export class PlayerController {
  constructor(
    private readonly previews: PreviewService,
    private readonly launches: LaunchService,
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
  @Post('preview/:token/answers')
  @HttpCode(200)
  async previewAnswers(
    @Param('token') token: string,
    @Body({ schema: QuizAnswers }) answers: QuizAnswers,
  ): Promise<{ results: boolean[] }> {
    return this.checks.check(await this.previews.open(token), answers, () => this.previews.learnerOf(token));
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
      this.launches.learnerOf(token, ip),
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

  async #answer(
    request: FastifyRequest,
    reply: FastifyReply,
    opened: Opened,
    ended: 'previewEnded' | 'packageEnded',
  ): Promise<void> {
    const brand = await this.brands.of(request, opened.portalId);
    if (!('refused' in opened)) return replyWithPlayer(reply, opened, brand);
    const [status, key] = opened.refused === 'ended' ? ([403, ended] as const) : ([404, 'gone'] as const);
    const language = acceptedLanguage(request.headers['accept-language']);
    const words = {
      title: text(language, `player.${key}.title`),
      text: text(language, `player.${key}.text`),
    };
    replyWithRefusal(reply, status, language, words, brand);
  }
}
