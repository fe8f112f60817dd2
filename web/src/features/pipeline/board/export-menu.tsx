import { boardExport } from '@dooryard/contract/leads/board-export'
import { useMutation } from '@tanstack/react-query'
import { downloadFile } from '../../../lib/api/file-transfer.ts'
import { toCalendarDay } from '../../../lib/format/days.ts'
import { saveBlob } from '../../../lib/save-file.ts'
import { ActionMenu } from '../../../ui/overlay/action-menu.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import type { BoardFilter } from './board.data.ts'

const choices = [
  { value: 'CSV CALLABLE', label: 'CSV' },
  { value: 'XLSX CALLABLE', label: 'Excel (XLSX)' },
  { value: 'CSV ALL', label: 'CSV including numbers on DNC' },
]

/** Exports the filtered board by stage. Numbers that may not be called are left out unless chosen. */
export function ExportMenu({ filter }: { filter: BoardFilter }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async (choice: string) => {
      const [format, phones] = choice.split(' ') as ['CSV' | 'XLSX', 'CALLABLE' | 'ALL'] // the choices above
      const file = await downloadFile(boardExport.get, { query: { ...filter, format, phones } })
      return { file, name: `leads-${toCalendarDay(Date.now())}.${format.toLowerCase()}` }
    },
    onSuccess: ({ file, name }) => {
      saveBlob(file, name)
      showSuccessToast(`${name} saved`)
    },
  })
  return (
    <ActionMenu
      w={{ base: '100%', sm: 120 }}
      label={isPending ? 'Exporting…' : 'Export'}
      actions={choices}
      isDisabled={isPending}
      onChoose={mutate}
    />
  )
}
