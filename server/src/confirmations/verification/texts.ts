import { defineTexts } from '../../platform/config/own-texts.ts'
import texts from './texts.json' with { type: 'json' }

export const verifyPageTexts = defineTexts('verify-page', texts)

export type VerifyPageTexts = ReturnType<typeof verifyPageTexts>
