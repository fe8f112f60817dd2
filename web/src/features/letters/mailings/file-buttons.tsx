import { type Mailing, type MailingFormat, mailings } from '@dooryard/contract/leads/letters'
import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { FileSpreadsheet, Printer, Tags } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { saveUrl } from '../../../lib/save-file.ts'

const pollMs = 1_000
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Asks for a file until it is ready, and saves it. One that failed before is made again. */
function useMailingFile(id: string, format: MailingFormat) {
  const [done, setDone] = useState(0)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const make = useMutation({
    mutationFn: async () => {
      setDone(0)
      for (let isFirst = true; !isGone.current; isFirst = false) {
        const file = await api.call(mailings.makeFile, { params: { id, format } })
        if (file.url) return saveUrl(file.url, '')
        if (file.status === 'FAILED' && !isFirst) throw new Error('The file could not be made. Try again.')
        setDone(file.done)
        await wait(pollMs)
      }
    },
  })
  return { ...make, done }
}

const buttons = [
  { format: 'SHEETS', icon: Printer },
  { format: 'LABELS', icon: Tags },
  { format: 'CSV', icon: FileSpreadsheet },
] as const

const labels = { SHEETS: 'PDF', LABELS: 'Address labels', CSV: 'CSV' } as const

function FileButton({ mailing, format, icon: Icon }: { mailing: Mailing } & (typeof buttons)[number]) {
  const { mutate, isPending, done } = useMailingFile(mailing.id, format)
  const sheets = mailing.kind === 'LETTER' ? 'Letters' : 'Postcards'
  return (
    <Button
      variant={format === 'SHEETS' ? 'filled' : 'default'}
      leftSection={<Icon size={16} aria-hidden="true" />}
      disabled={isPending}
      onClick={() => mutate()}
    >
      {isPending
        ? `Making… ${formatNumber(done)} of ${formatNumber(mailing.recipients)}`
        : format === 'SHEETS'
          ? `${sheets} (PDF)`
          : labels[format]}
    </Button>
  )
}

/** The files of a mailing, each made on request. */
export const FileButtons = ({ mailing }: { mailing: Mailing }) => (
  <>
    <Group gap={8}>
      {buttons.map((button) => (
        <FileButton key={button.format} mailing={mailing} {...button} />
      ))}
    </Group>
    <Text fz="sm" c="dimmed" mt={12}>
      {mailing.kind === 'LETTER'
        ? 'Print at 100% on US Letter. Fold in three, and the address shows in the window of a #10 envelope.'
        : 'Pages are 6 × 4 in, front and back in turn: print on both sides at 100%.'}{' '}
      Labels are Avery 5160.
    </Text>
  </>
)
