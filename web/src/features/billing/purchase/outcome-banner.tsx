import { Box, Flex, Group, Loader, Text } from '@mantine/core'
import { CircleCheck, CircleX, Hourglass, Info } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { getToneColors } from '../../../ui/display/tones.ts'

const iconStyle = { flex: 'none', marginTop: 1 }
const neutralColors = { bg: 'var(--mantine-color-body)', bd: '1px solid var(--line)' }
const tones = {
  good: { icon: <CircleCheck size={20} aria-hidden="true" style={iconStyle} />, colors: getToneColors('good') },
  bad: { icon: <CircleX size={20} aria-hidden="true" style={iconStyle} />, colors: getToneColors('bad') },
  calm: { icon: <Info size={20} aria-hidden="true" style={iconStyle} />, colors: neutralColors },
  waiting: { icon: <Hourglass size={20} aria-hidden="true" style={iconStyle} />, colors: getToneColors('brand') },
  confirming: { icon: <Loader size={18} style={iconStyle} />, colors: getToneColors('brand') },
}

/** How a purchase stands, and what can be done next. */
export type OutcomeMessage = {
  tone: keyof typeof tones
  title: string
  text: string
  action?: ReactNode
  /** Set for the final message about the purchase. */
  takesFocus?: true
}

export function OutcomeBanner({ tone, title, text, action, takesFocus }: OutcomeMessage) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [takesFocus])
  const { icon, colors } = tones[tone]
  return (
    <Group
      ref={box}
      component="section"
      aria-label={tone === 'confirming' ? 'Your purchase' : title}
      tabIndex={-1}
      align="flex-start"
      wrap="nowrap"
      gap={14}
      px={{ base: 16, sm: 20 }}
      py={{ base: 14, sm: 16 }}
      bd="1px solid transparent"
      bdrs="md"
      style={{ outline: 'none' }}
      {...colors}
    >
      {icon}
      <Flex
        flex={1}
        miw={0}
        direction={{ base: 'column', sm: 'row' }}
        align={{ base: 'flex-start', sm: 'center' }}
        justify="space-between"
        gap={{ base: 12, sm: 14 }}
      >
        <div>
          <Text fw={600}>{title}</Text>
          <Text fz="sm" lh="20px">
            {text}
          </Text>
        </div>
        {action && <Box flex="none">{action}</Box>}
      </Flex>
    </Group>
  )
}
