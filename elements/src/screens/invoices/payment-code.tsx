import { encodeQR } from 'qr'

export { paymentCode } from '@customer-center/contract/payment-code'

/** Number of light modules around a code that ISO 18004 requires. */
const quietZone = 4

/** Draws a payment as a QR code; medium error correction, as EPC069-12 says. The values beside it say the same. */
export default function PaymentCode({ code }: { code: string }) {
  const rows = encodeQR(code, 'raw', { ecc: 'medium', border: quietZone })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${rows.length} ${rows.length}`} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  )
}
