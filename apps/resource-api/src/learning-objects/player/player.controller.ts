import { Body, Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '@app/access';
import type { FastifyReply } from 'fastify';
import { PreviewService } from '../preview/preview.service.js';
import { LaunchService } from '../scorm/launch.service.js';
import { checkAnswers, QuizAnswers } from './answers.js';
import type { PlayerPage } from './player-page.js';
import { replyWithPlayer, replyWithRefusal } from './reply-with-page.js';

/** Pages for people, behind signed preview URLs and the launch tokens of SCORM packages. */
@ApiExcludeController()
@Controller()
export class PlayerController {
  constructor(
    private readonly previews: PreviewService,
    private readonly launches: LaunchService,
  ) {}

  @Public()
  @Get('preview/:token')
  async preview(@Param('token') token: string, @Res() reply: FastifyReply): Promise<void> {
    answer(reply, await this.previews.open(token), {
      title: 'This preview has ended',
      text: 'Its address works for 15 minutes, for as long as you have access, and may not be changed. Open the preview again from where you came from.',
    });
  }

  @Public()
  @Post('preview/:token/answers')
  @HttpCode(200)
  async previewAnswers(
    @Param('token') token: string,
    @Body({ schema: QuizAnswers }) answers: QuizAnswers,
  ): Promise<{ results: boolean[] }> {
    return checkAnswers(await this.previews.open(token), answers);
  }

  @Public()
  @Post('launch/:token/answers')
  @HttpCode(200)
  async launchAnswers(
    @Param('token') token: string,
    @Body({ schema: QuizAnswers }) answers: QuizAnswers,
  ): Promise<{ results: boolean[] }> {
    return checkAnswers(await this.launches.open(token), answers);
  }

  @Public()
  @Get('launch/:token')
  async launch(@Param('token') token: string, @Res() reply: FastifyReply): Promise<void> {
    answer(reply, await this.launches.open(token), {
      title: 'This course cannot be started',
      text: 'The package is no longer valid. Ask those who run your learning portal for a new one.',
    });
  }
}

function answer(
  reply: FastifyReply,
  page: PlayerPage | 'refused' | undefined,
  refusal: { title: string; text: string },
): void {
  if (page === 'refused') replyWithRefusal(reply, 403, refusal.title, refusal.text);
  else if (page) replyWithPlayer(reply, page);
  else replyWithRefusal(reply, 404, 'Not available', 'This content is not available any more.');
}
