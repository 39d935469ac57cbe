import { Controller, Get, Inject, Req } from '@nestjs/common';
import { prefersHtml, problemOfStatus } from '@app/http';
import { SETTINGS } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../../config.js';
import { ForPeople, Redirect, type Page } from '../pages/index.js';

/** The start page of this server, with links. */
@Controller()
@ForPeople()
export class HomeController {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** @throws Problem 404 for programs, for which there is no start page */
  @Get()
  home(@Req() request: FastifyRequest): Page {
    if (!prefersHtml(request)) throw problemOfStatus(404);
    const { API_PUBLIC_URL } = this.settings;
    return { template: './home', title: 'home.auth.title', data: { api: API_PUBLIC_URL } };
  }

  /** The resource API displays the documents of both servers. */
  @Get('docs')
  docs(): Redirect {
    return new Redirect(`${this.settings.API_PUBLIC_URL}/docs`);
  }

  /** The address at which password managers look for the page (W3C, A Well-Known URL for Changing Passwords). */
  @Get('.well-known/change-password')
  changePassword(): Redirect {
    return new Redirect('/oauth/password/forgotten');
  }
}
