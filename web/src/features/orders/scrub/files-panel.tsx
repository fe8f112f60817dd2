import type { OrderDetail } from '@dooryard/contract/orders/order'
import type { OrderFile } from '@dooryard/contract/orders/order-files'
import { Anchor, Button, Flex, Group, Text } from '@mantine/core'
import { Download, ShieldCheck } from 'lucide-react'
import { DownloadError, useDownload } from '../../../entities/order/download-button.tsx'
import type { OrderAccess } from '../../../entities/order/order-access.ts'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import { CopyButton } from '../../../ui/display/copy-button.tsx'
import { Instant } from '../../../ui/display/instant.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { PlainList } from '../../../ui/layout/plain-list.tsx'
import classes from './files.module.css'

type FileButtonProps = {
  access: OrderAccess
  what: 'list' | 'certificate'
  version: number
  /** The check that a certificate is of. */
  check?: number
  disabled: boolean
}

function FileButton({ access, what, version, check, disabled }: FileButtonProps) {
  const download = useDownload()
  const Icon = what === 'list' ? Download : ShieldCheck
  const label = what === 'list' ? 'CSV' : 'Certificate'
  return (
    <Group gap={8}>
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon size={14} aria-hidden="true" />}
        aria-label={`${label} of version ${version}${check && check > 1 ? `, check ${check}` : ''}`}
        loading={download.isPending}
        disabled={disabled}
        onClick={() => download.mutate({ access, what, version, check })}
      >
        {label}
      </Button>
      {download.isError && <DownloadError />}
    </Group>
  )
}

/** The hash by which a certificate identifies its file, whatever the file is named. */
const FileHash = ({ sha256, version }: { sha256: string; version: number }) => (
  <Group gap={4} wrap="nowrap" fz="xs" c="dimmed">
    <code title={sha256}>SHA-256 {sha256.slice(0, 12)}…</code>
    <CopyButton value={sha256} what={`the SHA-256 of version ${version}`} />
  </Group>
)

/** A later check, which changed nothing in the file, with its own certificate. */
const Recheck = ({
  check,
  checkedAt,
  ...file
}: OrderFile['rechecks'][number] & { access: OrderAccess; version: number }) => (
  <Flex wrap="wrap" align="center" justify="space-between" gap="4px 16px" w="100%">
    <Text span fz="xs" lh="18px" c="dimmed">
      Checked again <Instant at={checkedAt} />, nothing changed
    </Text>
    <FileButton {...file} what="certificate" check={check} disabled={false} />
  </Flex>
)

type FileLineProps = { file: OrderFile; access: OrderAccess; isExpired: boolean; newest: number }

function FileLine({ file, access, isExpired, newest }: FileLineProps) {
  const { version, createdAt, leads, callableLeads, sha256, rechecks, hasCertificate } = file
  const isNewest = version === newest
  const callable =
    callableLeads !== undefined && `, ${formatNumber(callableLeads)} ${isNewest ? 'callable' : 'callable at the time'}`
  return (
    <Flex component="li" wrap="wrap" align="center" justify="space-between" gap="8px 16px" className={classes.file}>
      <Text component="div" fz="xs" lh="18px" c="dimmed" className="numbers">
        <Text component="strong" fz="sm" lh="20px" fw={550} c="var(--mantine-color-text)">
          Version {version}
        </Text>
        <div>
          <Instant at={createdAt} />
        </div>
        <div>
          {pluralize(leads, 'lead')}
          {callable}
        </div>
        {sha256 && <FileHash sha256={sha256} version={version} />}
      </Text>
      <Group gap={8}>
        {isNewest ? (
          <FileButton access={access} what="list" version={version} disabled={isExpired} />
        ) : (
          <Text span fz="xs" lh="18px" c="dimmed">
            Superseded by version {newest}
          </Text>
        )}
        {hasCertificate && (
          <FileButton access={access} what="certificate" version={version} check={1} disabled={false} />
        )}
      </Group>
      {rechecks.map((recheck) => (
        <Recheck key={recheck.check} {...recheck} access={access} version={version} />
      ))}
    </Flex>
  )
}

const HowToVerify = () => (
  <details className={classes.verify}>
    <summary>How to verify a certificate</summary>
    <Text fz="sm" lh="20px" my={8}>
      A signed certificate says which list copies the numbers were checked against, and when. It identifies its file by
      SHA-256, whatever the file’s name. Anyone can verify it without us:
    </Text>
    <pre>
      <code>
        npm run certificate:verify -- certificate.jws --csv order.csv --keys {window.location.origin}/v1/dnc/keys
      </code>
    </pre>
    <Text fz="sm" lh="20px" my={8}>
      The keys it is checked with are{' '}
      <Anchor href="/v1/dnc/keys" inherit td="underline">
        published
      </Anchor>
      .
    </Text>
  </details>
)

/** Every version of an order's file with its certificate. Only the newest list may be used for calls. */
export function FilesPanel({ order, access }: { order: OrderDetail; access: OrderAccess }) {
  const { files, isExpired, fileVersion, campaignType } = order
  return (
    <Panel title="Files">
      {campaignType === 'CALL_READY' && (
        <Text fz="sm" lh="20px" c="dimmed" mb="xs">
          A certified file never changes: numbers marked “Do not call” later stay in it. Refresh DNC to get a new
          version without them. Downloads in other layouts leave them out.
        </Text>
      )}
      <PlainList>
        {files.map((file) => (
          <FileLine key={file.version} file={file} access={access} isExpired={isExpired} newest={fileVersion} />
        ))}
      </PlainList>
      {files.some(({ hasCertificate }) => hasCertificate) && <HowToVerify />}
    </Panel>
  )
}
