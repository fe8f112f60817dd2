import type { LetterPage } from '@dooryard/contract/leads/letter-templates'
import { Box } from '@mantine/core'
import classes from './page-view.module.css'

type PageViewProps = { page: LetterPage; label: string }

/**
 * A page as the PDF has it: the server laid out every line, and each is drawn where it is printed. The dashed outline
 * is the window of the envelope.
 */
export const PageView = ({ page: { width, height, texts, boxes, window }, label }: PageViewProps) => (
  <Box component="figure" m={0} aria-label={label}>
    {/* biome-ignore lint/a11y/noSvgWithoutTitle: the figure has the name, and a title would hover over the text */}
    <svg className={classes.page} viewBox={`0 0 ${width} ${height}`}>
      {window && <rect className={classes.window} {...window} rx={4} />}
      {boxes.map((box) => (
        <rect key={`${box.x} ${box.y}`} className={classes.box} {...box} />
      ))}
      {texts.map(({ text, x, y, size, width: long, isBold }) => (
        <text
          key={`${x} ${y}`}
          x={x}
          y={y}
          fontSize={size}
          fontWeight={isBold ? 600 : 400}
          textLength={long > 0 ? long : undefined}
          lengthAdjust="spacingAndGlyphs"
        >
          {text}
        </text>
      ))}
    </svg>
  </Box>
)
