import { Box } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { portalInfoQuery } from '../../../lib/portal-info.ts'
import { Notice } from '../../feedback/notice.tsx'

const pollMs = 2000

/** Says how far the history of a new demo is. It goes away by itself, and what is on the screen is read again. */
export function HistoryBanner() {
  const client = useQueryClient()
  const { data } = useQuery({
    ...portalInfoQuery(),
    refetchInterval: ({ state }) => (state.data?.demoHistory ? pollMs : false),
  })
  const percent = data?.demoHistory?.percent
  useEffect(
    () => () => {
      // It also goes at sign-out, when nothing is to be read again.
      const info = client.getQueryData(portalInfoQuery().queryKey)
      // The screen was read while orders and payments of the past were still missing.
      if (info?.demoHistory === null) void client.invalidateQueries()
    },
    [client],
  )
  if (percent === undefined) return null
  return (
    <Box component="section" mb={32} aria-label="Demo preparation">
      <Notice tone="info">
        <strong>Preparing the demo: a year of history is being written, {percent}%.</strong> You can look around
        meanwhile. Charts and lists fill up, and there are credits to order with, when it is done.
      </Notice>
    </Box>
  )
}
