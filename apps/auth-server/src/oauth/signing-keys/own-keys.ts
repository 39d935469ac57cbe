import { Injectable } from '@nestjs/common';
import type { KeySource } from '@app/access';
import { KeyRing } from './key-ring.js';
import type { RingKey } from './loaded-keys.js';

/** Lets this server verify its own tokens with its key ring, without a request to itself. */
@Injectable()
export class OwnKeys implements KeySource {
  constructor(private readonly ring: KeyRing) {}

  get isLoaded(): boolean {
    return this.ring.isFresh;
  }

  async find(kid: string): Promise<RingKey | undefined> {
    return this.ring.find(kid);
  }

  refresh(): Promise<void> {
    return this.ring.reload();
  }
}
