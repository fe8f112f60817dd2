import type { DncCopy } from '@dooryard/contract/dnc'
import { Tag } from '../../../ui/display/badges.tsx'
import { useDnc } from '../integration.data.ts'
import { RemoveButton } from '../remove-button.tsx'

export const CopyOwner = ({ copy: { owner } }: { copy: DncCopy }) =>
  owner === 'YOURS' ? <Tag tone="good">Yours</Tag> : <Tag tone="plain">Platform</Tag>

type RemoveCopyButtonProps = {
  copy: DncCopy
  label: string
  /** Asked before, where it is not the label. */
  title?: string
  consequence: string
  confirm: string
  done: string
}

export function RemoveCopyButton({ copy, label, title = `${label}?`, ...words }: RemoveCopyButtonProps) {
  const { isPlatform, calls, changes } = useDnc()
  if (!isPlatform && copy.owner !== 'YOURS') return null
  const { list, areaCode, state } = copy
  const query = list === 'NATIONAL' ? { list, areaCode } : { list, state }
  return (
    <RemoveButton
      endpoint={calls.removeCopy}
      given={{ query }}
      refreshes={changes}
      label={label}
      title={title}
      {...words}
    />
  )
}
