import { testDetailScreens } from '../screens.ts'

testDetailScreens(['enterprise'], { part: 2, of: 2 })
