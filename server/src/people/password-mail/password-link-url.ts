import type { Config } from '../../platform/config/config.ts'
import { publicBase } from '../../platform/config/public-url.ts'

/** The address of the page on which the link's owner chooses a password. */
export function passwordLinkUrl(config: Pick<Config, 'publicUrl'>, token: string): string {
  return `${publicBase(config)}/passwort/${token}`
}
