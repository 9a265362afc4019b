/** Stories written for this page: long enough to fill a context, with figures worth forgetting. */
export const STORIES: readonly string[] = [
  `The lighthouse at Farrow Point had a keeper who wrote everything down. Not because anyone asked for it: the harbour office wanted one line a night, the hour the lamp was lit and the hour it was put out. But Ines Vale had bought a crate of ledgers at an auction, two hundred and twelve of them, and felt she owed them something.

So she wrote. On the first evening she noted the wind, north-west, and the name of every boat that passed. By the end of the month she was noting what the gulls did. By the end of the year she had filled nine ledgers and could no longer find anything in them. When the harbour master rowed out one morning and asked whether the Marguerite had come by on the fourteenth, it took her until noon to tell him that it had, at ten past three, with a torn sail.

That evening she did not write at all. She sat on the iron stairs with the nine ledgers beside her and thought about what the harbour master had wanted. He had not wanted the gulls. He had wanted a name, an hour, and the state of a sail.

She took a fresh ledger and made it a different kind of book. On each page she put one week. At the top stood the boats, their names and hours and anything torn. Below that came three or four sentences, no more, saying what the week had been like. The old ledgers she carried up to the lamp room and stood along the wall, in order, where it was dry. She threw nothing away. If somebody needed the gulls, the gulls were there.

The following spring a man from the insurance company rowed out. He wanted to know about a collision, eleven weeks back, in fog. Ines opened the thin book, ran her finger down a page, and said: the Halcyon and the Prudence, twenty to six in the morning, the Halcyon without a light. It took her less than a minute. Then she went up to the lamp room and brought down ledger number eleven, because he asked whether she was sure, and there it stood in her own hand, with the gulls.

He asked her how she remembered it all. She said that she did not. She only remembered where to look, and that was a smaller thing, and kept dry more easily.`,
  `When the town of Ostermoor decided to move its library across the river, everybody agreed that it would take one weekend. There were forty-one thousand books, sixty volunteers, and a bridge. The arithmetic was done on the back of a menu and came out at under seven hundred books a head.

The first hour went well. By the second hour it was found that the bridge could carry four handcarts at a time and no more, because the planks on the eastern side had been meant for pedestrians. By the third hour there was a queue of handcarts reaching back to the bakery, and the baker had begun to sell buns to it.

Mira Tansy, who was seventeen and had been put in charge of the cards for the catalogue because nobody else wanted them, sat on the steps and watched the queue. Then she walked along it and asked every person the same question: what is on your cart? Most did not know. The carts had been loaded from the shelves nearest to the door.

She went back inside and did something that the committee only learned of later. She took the lending records of the past two years and sorted the cards into three piles. In the first lay the books that somebody had borrowed within the last three months; there were fewer than two thousand of them. In the second lay those that had been asked for at least once. The third pile was the largest by far, and she wrapped it in paper and wrote on it: safe, dry, known to be here.

Then she turned the queue around. The first pile went across before lunch. At two in the afternoon the new library opened its doors with one and a half rooms of books, and nobody who came in that day noticed that anything was missing. The second pile took until Wednesday. The third took the whole of the summer, a cart or two each morning, and whenever somebody asked for one of those books, Mira looked at the card, cycled over the bridge, and had it on the counter within twenty minutes.

The committee thanked everyone for a splendid weekend. In the minutes it says that the move was completed on the Sunday at six o'clock. Mira read that line, took a pencil, and wrote very small beside it: what was needed was.`,
  `The night train from Brenn to Saltquay has eleven carriages in winter and fourteen in summer, and on the night of the great snow it had eleven. It stopped at a quarter past one between two hills that have no name on the railway's map. The driver climbed down, looked at the drift in front of the engine, and climbed up again to write a message.

The line to the dispatcher was poor. It would carry about twenty words before the static ate the rest, and each message took several minutes to go through. The driver's first attempt began with the weather, went on to the state of the engine, and had just reached the passengers when it broke off. The dispatcher wrote back: weather known, who is on board?

The conductor, whose name was Aurel Pike, asked for the pencil. He had two hundred and six passengers, and he knew that he could not send two hundred and six names. He walked through the carriages with a lantern and a notebook, and he asked each compartment one thing only: what must not wait until morning?

Most people, asked that way, said that nothing must. A man with a cello said that the cold was bad for it, and Aurel moved him next to the stove. A woman in carriage four had medicine that had to be kept cool and that, for once, was no trouble at all. But in carriage seven there was a boy with a fever of thirty-nine point six, and in carriage nine a midwife on her way to a farm called Under Elm, where she was expected by five o'clock.

Aurel went back to the engine and wrote: Km 212. 206 aboard, warm, fed. Boy, 39.6, carriage 7, needs doctor. Midwife for Under Elm by 5. It was exactly twenty words if one was generous with the figures, and it went through whole.

At four in the morning a sledge came over the hill with a doctor on it, and went on with a midwife on it. The plough arrived at eight. When the newspapers asked Aurel Pike how he had decided what to send, he said that he had not decided anything. He had two hundred and six stories in the notebook, he said, and he still had them; he had only chosen which of them could not wait.`,
];
