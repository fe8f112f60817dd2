import type { DncListVersion } from '@dooryard/contract/data/dnc'
import { Tag } from '../../../ui/display/badges.tsx'
import { useDnc } from '../integration.data.ts'
import { RemoveButton } from '../remove-button.tsx'

export const VersionOwner = ({ version: { owner } }: { version: DncListVersion }) =>
  owner === 'YOURS' ? <Tag tone="good">Yours</Tag> : <Tag tone="plain">Platform</Tag>

type RemoveVersionButtonProps = {
  version: DncListVersion
  label: string
  /** Title of the confirmation, when it differs from the label. */
  title?: string
  consequence: string
  confirm: string
  done: string
}

export function RemoveVersionButton({ version, label, title = `${label}?`, ...words }: RemoveVersionButtonProps) {
  const { isPlatform, calls, changes } = useDnc()
  if (!isPlatform && version.owner !== 'YOURS') return null
  const { list, areaCode, state } = version
  const query = list === 'NATIONAL' ? { list, areaCode } : { list, state }
  return (
    <RemoveButton
      endpoint={calls.removeCopy}
      input={{ query }}
      refreshes={changes}
      label={label}
      title={title}
      {...words}
    />
  )
}
