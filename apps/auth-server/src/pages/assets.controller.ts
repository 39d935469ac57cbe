import { Controller, Get, Header, Query } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '@app/access';
import { Color } from '@app/branding';
import { problemOfStatus, WholeAnswer } from '@app/http';
import { brandStyle } from './brand-style.js';

const asset = (name: string): string => readFileSync(join(__dirname, 'assets', name), 'utf8');
const style = asset('style.css');
const copy = asset('copy.js');
const once = asset('once.js');
const favicon = asset('favicon.svg');

/** The stylesheet and the scripts of the pages, which work without the latter. */
@Controller('oauth/assets')
@Public()
@ApiExcludeController()
export class AssetsController {
  @Get('style.css')
  @Header('content-type', 'text/css; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  style(): string {
    return style;
  }

  /**
   * `?color=1d5bd6`: in an address of its own, because pages take no style but from files.
   * @throws Problem 404 for what is no colour
   */
  @Get('brand.css')
  brand(@Query('color') color?: unknown): WholeAnswer {
    const { data } = Color.safeParse(`#${String(color)}`);
    if (data === undefined) throw problemOfStatus(404);
    const headers = { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=86400' };
    return new WholeAnswer(200, headers, brandStyle(data));
  }

  @Get('favicon.svg')
  @Header('content-type', 'image/svg+xml')
  @Header('cache-control', 'public, max-age=86400')
  favicon(): string {
    return favicon;
  }

  @Get('copy.js')
  @Header('content-type', 'text/javascript; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  copy(): string {
    return copy;
  }

  @Get('once.js')
  @Header('content-type', 'text/javascript; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  once(): string {
    return once;
  }
}
