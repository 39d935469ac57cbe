import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { TooManyRequests } from '@app/kernel';
import { acceptedLanguage, text } from '@app/texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { replyWithRefusal } from './reply-with-page.js';

/**
 * Says in words that pages were asked for too often: learners see it in their LMS. Without a brand, which would be read
 * from the database for each request of a flood.
 */
@Catch(TooManyRequests)
export class BusyPage implements ExceptionFilter<TooManyRequests> {
  catch({ status, headers }: TooManyRequests, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>().headers(headers);
    const language = acceptedLanguage(http.getRequest<FastifyRequest>().headers['accept-language']);
    const words = { title: text(language, 'player.busy.title'), text: text(language, 'player.busy.text') };
    replyWithRefusal(reply, status, language, words, undefined);
  }
}
