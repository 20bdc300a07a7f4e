/** A search worker. */

import { serve } from './serve.ts';
import type { Answer, Order, Port } from './serve.ts';

serve(self as unknown as Port<Order, Answer>);
