import { Paper } from '@mantine/core'
import { encode } from 'uqr'

/** A QR code. Black on white in every color scheme: many cameras read no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <Paper withBorder radius="md" p={4} bg="white" w={184} h={184} flex="none">
      <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} width="100%" shapeRendering="crispEdges">
        <path d={path} fill="black" />
      </svg>
    </Paper>
  )
}
