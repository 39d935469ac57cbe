import { Controller, Get, Header } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '@app/access';

const asset = (name: string): string => readFileSync(join(__dirname, 'assets', name), 'utf8');
const style = asset('style.css');
const copy = asset('copy.js');
const once = asset('once.js');

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
