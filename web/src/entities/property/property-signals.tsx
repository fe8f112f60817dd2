import { signals } from '@dooryard/contract/api/enums'
import type { Property } from '@dooryard/contract/properties/properties'
import { Box, Stack, Text } from '@mantine/core'
import { getToneColors } from '../../ui/display/tones.ts'
import { PlainList } from '../../ui/layout/plain-list.tsx'

/** The datasets that a group of facts comes from, in small print. */
export const Sources = ({ sources }: { sources: readonly string[] }) =>
  sources.length > 0 && (
    <Stack gap={2} mt={-6} mb={10}>
      {sources.map((source) => (
        <Text key={source} fz={12} lh="16px" c="dimmed">
          {source}
        </Text>
      ))}
    </Stack>
  )

/** What makes a property a lead, each indicator with its meaning. */
export const SignalList = ({ property }: { property: Pick<Property, 'signals'> }) => (
  <PlainList gap={10}>
    {property.signals.map((signal) => (
      <li key={signal}>
        <Box
          component="span"
          display="inline-block"
          px={8}
          py={2}
          bdrs="sm"
          fz={12}
          fw={500}
          lh="20px"
          {...getToneColors('warn')}
        >
          {signals.label(signal)}
        </Box>
        <Text mt={2} fz={13} lh="20px" c="dimmed">
          {signals.description(signal)}
        </Text>
      </li>
    ))}
  </PlainList>
)
