import { Box, type BoxProps, Group, Loader } from '@mantine/core'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { AgreedOrderControl } from './use-agreed-order.ts'

const texts = {
  placing: 'Placing your order…',
  waiting: 'Waiting for your credits. Your order is placed once they are here.',
}

type AgreedOrderNoticeProps = BoxProps & { agreement: AgreedOrderControl }

/** Says what happens to an order that was to be placed once its credits were bought; nothing without one. */
export function AgreedOrderNotice({ agreement: { state, refusal }, ...box }: AgreedOrderNoticeProps) {
  if (!state && !refusal) return null
  return (
    <Box role="status" {...box}>
      {state ? (
        <Notice tone="info">
          <Group gap={8}>
            {texts[state]}
            <Loader size={14} />
          </Group>
        </Notice>
      ) : (
        <Notice tone="warn">{refusal}</Notice>
      )}
    </Box>
  )
}
