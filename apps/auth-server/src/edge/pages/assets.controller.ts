import { Controller, Get, Header, Query } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Public } from '@app/access';
import { brandStyle, Color } from '@app/branding';
import { ApiExcludeController, problemOfStatus, WholeAnswer } from '@app/http';
import { baseStyle } from '@app/look';

const asset = (name: string): string => readFileSync(join(__dirname, 'assets', name), 'utf8');
/**
 * Every page needs all of these styles, so they are one response. Servers of the previous version know its URL, too.
 */
const style = [baseStyle(), asset('style.css'), asset('forms.css')].join('\n');
const buttons = asset('buttons.js');
const once = asset('once.js');
const formPost = asset('form-post.js');
const favicon = asset('favicon.svg');

/** The stylesheet and the scripts of the pages; pages also work without scripts. */
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
   * `?color=1d5bd6`: a separate file, because the pages' CSP allows styles only from files.
   * @throws Problem 404 for an invalid colour
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

  @Get('buttons.js')
  @Header('content-type', 'text/javascript; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  buttons(): string {
    return buttons;
  }

  @Get('once.js')
  @Header('content-type', 'text/javascript; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  once(): string {
    return once;
  }

  @Get('form-post.js')
  @Header('content-type', 'text/javascript; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  formPost(): string {
    return formPost;
  }
}
