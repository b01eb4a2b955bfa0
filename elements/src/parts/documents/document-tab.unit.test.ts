import { expect, test } from 'vitest'
import { isAppleIos } from './document-tab.ts'

const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'

test.each([
  ['iPhone', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${safari}`, 'iPhone', 5, true],
  ['iPad of old', `Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) ${safari}`, 'iPad', 5, true],
  ['iPadOS in its desktop disguise', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`, 'MacIntel', 5, true],
  ['Chrome on iPhone', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) CriOS/140 ${safari}`, 'iPhone', 5, true],
  ['Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`, 'MacIntel', 0, false],
  ['Android', 'Mozilla/5.0 (Linux; Android 16) Chrome/140 Mobile Safari/537.36', 'Linux armv8l', 5, false],
  ['Windows with touch', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140', 'Win32', 10, false],
  ['Windows Phone that names iPhone', 'Mozilla/5.0 (Windows Phone 8.1; like iPhone OS 7_0_3) Mobile', 'Win32', 5, false]
])('documents are requested in two steps on Apple iOS only: %s', (_, userAgent, platform, maxTouchPoints, ios) => {
  expect(isAppleIos({ userAgent, platform, maxTouchPoints })).toBe(ios)
})
