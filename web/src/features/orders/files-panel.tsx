import type { OrderDetail } from '@dooryard/contract/order'
import type { OrderFile } from '@dooryard/contract/order-files'
import { Button } from '@mantine/core'
import { Download, ShieldCheck } from 'lucide-react'
import { formatDayAndTime, formatNumber, plural } from '../../lib/format.ts'
import { CopyButton } from '../../ui/display/copy-button.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { useDownload } from './download.ts'
import type { OrderDesk } from './orders-desk.ts'
import classes from './scrub.module.css'

type FileButtonProps = { desk: OrderDesk; what: 'list' | 'certificate'; version: number; disabled: boolean }

function FileButton({ desk, what, version, disabled }: FileButtonProps) {
  const download = useDownload()
  const Icon = what === 'list' ? Download : ShieldCheck
  return (
    <span className={classes.fileButton}>
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon size={14} aria-hidden="true" />}
        aria-label={`${what === 'list' ? 'CSV' : 'Certificate'} of version ${version}`}
        loading={download.isPending}
        disabled={disabled}
        onClick={() => download.mutate({ desk, what, version })}
      >
        {what === 'list' ? 'CSV' : 'Certificate'}
      </Button>
      {download.isError && (
        <span className={classes.failed} role="status">
          Download failed
        </span>
      )}
    </span>
  )
}

type FileLineProps = { file: OrderFile; desk: OrderDesk; isExpired: boolean; newest: number }

/** By what a certificate tells its file, whatever name that was saved under. */
function Hash({ sha256, version }: { sha256: string; version: number }) {
  return (
    <div className={classes.hash}>
      <code title={sha256}>SHA-256 {sha256.slice(0, 12)}…</code>
      <CopyButton value={sha256} what={`the SHA-256 of version ${version}`} />
    </div>
  )
}

function FileLine({ file, desk, isExpired, newest }: FileLineProps) {
  const { version, createdAt, leads, callableLeads, sha256, hasCertificate } = file
  const isNewest = version === newest
  return (
    <li className={classes.file}>
      <div>
        <strong>Version {version}</strong>
        <div className={classes.dim}>{formatDayAndTime(createdAt)}</div>
        <div className={classes.dim}>
          {plural(leads, 'lead')}
          {callableLeads !== undefined &&
            `, ${formatNumber(callableLeads)} ${isNewest ? 'may be called' : 'could be called then'}`}
        </div>
        {sha256 && <Hash sha256={sha256} version={version} />}
      </div>
      <div className={classes.fileButtons}>
        {isNewest ? (
          <FileButton desk={desk} what="list" version={version} disabled={isExpired} />
        ) : (
          <span className={classes.dim}>Superseded by version {newest}</span>
        )}
        {hasCertificate && <FileButton desk={desk} what="certificate" version={version} disabled={false} />}
      </div>
    </li>
  )
}

function HowToVerify() {
  return (
    <details className={classes.verify}>
      <summary>How to verify a certificate</summary>
      <p>
        A certificate is signed and says which copies of the lists the numbers of its file were checked against, and
        when. It tells its file by the SHA-256, whatever name the file has. Anybody can check it without us:
      </p>
      <pre>
        <code>
          npm run certificate:verify -- certificate.jws --csv order.csv --keys {window.location.origin}/v1/dnc/keys
        </code>
      </pre>
      <p>
        The keys it is checked with are <a href="/v1/dnc/keys">published</a>.
      </p>
    </details>
  )
}

/** Every version of an order's file, each with its certificate. The newest list alone may be called by. */
export function FilesPanel({ order, desk }: { order: OrderDetail; desk: OrderDesk }) {
  const { files, isExpired, fileVersion } = order
  if (files.length === 0) return null
  return (
    <Panel title="Files">
      <ul className={classes.files}>
        {files.map((file) => (
          <FileLine key={file.version} file={file} desk={desk} isExpired={isExpired} newest={fileVersion} />
        ))}
      </ul>
      {files.some(({ hasCertificate }) => hasCertificate) && <HowToVerify />}
    </Panel>
  )
}
