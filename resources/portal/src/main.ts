import { start } from '../../console/src/start'
import './styles/frame.css'
import './styles/screens.css'
import './styles/lists.css'
import { router } from './routes'

start(router)
