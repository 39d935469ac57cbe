import { Module } from '@nestjs/common';
import { BrandingController } from './branding.controller.js';
import { BrandingService } from './branding.service.js';
import { ImagesController } from './images.controller.js';

@Module({ controllers: [BrandingController, ImagesController], providers: [BrandingService] })
export class BrandingModule {}
