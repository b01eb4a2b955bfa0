export type BrowserDevice = Pick<Navigator, 'userAgent' | 'platform' | 'maxTouchPoints'>

/**
 * Tells iPhone, iPod and iPad, where documents are requested first and opened with a second tap (section 2). iPadOS
 * claims to be a Mac; but no Mac has a touch screen.
 */
export function isAppleIos({ userAgent, platform, maxTouchPoints }: BrowserDevice): boolean {
  if (/\b(?:iPhone|iPad|iPod)\b/.test(userAgent)) return !/Windows Phone/.test(userAgent)
  return (platform === 'MacIntel' || /\bMacintosh\b/.test(userAgent)) && maxTouchPoints > 1
}
