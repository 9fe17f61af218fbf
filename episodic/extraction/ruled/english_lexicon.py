"""Words of English that the rules for names and statements go by: titles, heads of places, capitals that are no names."""

from __future__ import annotations

MALE_TITLES = frozenset(
    "Mr Mister Master Squire Captain Capt Sir Lord Uncle Father Brother Major Colonel Col General Sergeant Lieutenant Lt "
    "Corporal Admiral Commodore King Prince Duke Earl Count Baron Viscount Marquis Monsieur Signor Herr Don Reverend Rev "
    "Bishop Cardinal Pope Emperor Grandfather Parson Friar Messrs Constable Inspector Sheriff Bailiff".split()
)
FEMALE_TITLES = frozenset(
    "Mrs Ms Miss Mistress Lady Aunt Sister Queen Princess Duchess Countess Baroness Madame Mademoiselle Signora Dame "
    "Widow Mother Nurse Grandmother Granny Madam Empress".split()
)
NEUTRAL_TITLES = frozenset(
    "Dr Doctor Professor Prof Judge Cousin Saint President Chief Mayor Warden Abbot "
    "Detective Superintendent Commissioner Commander Supervisor Senator Chancellor Governor Ambassador Marshal Councillor".split()
)
TITLES = MALE_TITLES | FEMALE_TITLES | NEUTRAL_TITLES
GENERATIONS = frozenset("Junior Senior Jun Sen Jr Sr".split())
"""Behind a name they say that somebody else has the same."""

DATES = frozenset(
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mondays Tuesdays Wednesdays Thursdays Fridays Saturdays "
    "Sundays January February March April May June July August September October November December Christmas Easter "
    "Michaelmas Whitsuntide Lent Epoch Era Year Spring Summer Autumn Winter New-Year Whitsun Midsummer Lammas".split()
)
PEOPLES = frozenset(
    "English Englishman Englishmen Englishwoman French Frenchman Frenchmen German Germans Spanish Spaniard Spaniards "
    "Italian Italians Irish Irishman Scotch Scots Scottish Scotchman Welsh Welshman Dutch Dutchman Dutchmen Danish Dane "
    "Danes Swedish Swede Norwegian Russian Russians Polish Pole Greek Greeks Roman Romans Latin Hebrew Jew Jews Jewish "
    "Christian Christians Catholic Protestant Puritan Quaker Mahometan Turk Turks Turkish Indian Indians American "
    "Americans African Africans Chinese Japanese Persian Arab Arabs Arabian Egyptian British Briton Britons European "
    "Europeans Portuguese Norman Saxon Moor Moors Gothic Elizabethan Victorian Colonial Whig Tory Londoner Parisian "
    "Austrian Hungarian Swiss Belgian Canadian Australian Mexican Negro Gipsy Gypsy Cockney Creole Tartar Hessian".split()
)
NEVER_NAMES = frozenset(
    "God Gods Goddess Lord Heaven Heavens Hell Devil Satan Jesus Christ Christ's Almighty Providence Providence Fate "
    "Fortune Nature Death Time Love Truth Bible Testament Gospel Scripture Catechism Prayer Majesty Majesty's Highness "
    "Grace Excellency Honour Honor Worship Lordship Ladyship Holiness Esquire Esq Sir Madam Ma'am Mum Miss Mister Master "
    "Missis Missus Mamma Mama Papa Mother Father Mum Dad Daddy Mummy Pa Ma Sister Brother Aunt Uncle Grandfather "
    "Grandmother Nurse Doctor Captain Squire King Queen Prince Princess Chapter Book Part "
    "Volume Stage Prologue Epilogue Preface Contents Scene Act Page Number Numbers No Nos Note Section Canto Letter End "
    "Finis Amen Hallelujah Hurrah Hurray Alas Oh O Ah Aha Ha Hah Ho Hey Hi Hallo Halloa Hello Hullo Hulloa Hush Hum Humph "
    "Pooh Pshaw Tut Ugh Ay Aye Yes Yah Nay No Well Why Lor Lawks Gad Egad Begad Bless Amen Bravo Adieu Farewell Ahoy "
    "Good-bye Goodbye Good-night Eh Er Psst Thank Thanks Please Sirs Ladies Gentlemen Gentleman Messrs Boy Boys Girl Sirrah "
    "Above Below Board Parliament Commons Government Crown Bench Bar Jack-in-the-box Exchequer Church Court Courts State "
    "States World Earth Sun Moon Nobody Somebody Everybody Anybody Nothing Something Everything Anything North South East "
    "West Northern Southern Eastern Western Northeast Northwest I I'm I'll I'd I've Rule Britannia Psalm Psalms Mass "
    "Sabbath Ghost Spirit Trinity Virgin Evil Good Justice Mercy Reason Law Order Liberty Peace War Art Science Music "
    "Youth Age Beauty Honor Duty Hope Faith Charity Pride Envy Fear Plague College University Guinea Guineas Pound Pounds "
    "Shilling Revenge Warden Company Guild Junior Senior Sessions Cap Prince Regent Republic Empire Senate Congress Majesty's".split()
)
OPENERS = frozenset(
    "The A An This That These Those There Here Then Than Thus Therefore Though Although And But Or Nor Yet So For Because "
    "Since As At By From In Into Of Off On Onto Out Over Through To Toward Towards Under Up Upon With Within Without "
    "After Before Behind Between Beneath Beside Besides Beyond During Despite Down Except Against About Across Along "
    "Among Amid Amidst Around Above Below Near Next Not Never Now Once Only Often Again Also Always Ever Even Still Soon "
    "Such Some Someone Same Several Seven Six Five Four Three Two One Eight Nine Ten Twelve Twenty Thirty Forty Fifty "
    "Hundred Half Both Each Either Neither Every Everyone All Any Many Much More Most Least Less Little Few Other Others "
    "Another First Second Third Fourth Last Lastly Later Late Long Early Far Further Farther Perhaps Maybe Indeed Quite "
    "Rather Really Very Too Just Almost Already Altogether Alone Aside Away Back Forward Home Hence However Howsoever "
    "Hitherto Henceforth Else Elsewhere Enough He Him His Himself She Her Hers Herself It Its Itself We Us Our Ours They "
    "Them Their Theirs You Your Yours Yourself Thou Thee Thy Thine Ye My Mine Me Myself Who Whom Whose Which What "
    "Whatever Whichever Whoever When Whenever Where Wherever Whereas Whereupon Whereat Wherefore Whether While Whilst Why "
    "How If Unless Until Till Lest Provided Supposing Is Are Was Were Am Be Been Being Has Have Had Having Do Does Did Doing "
    "Done Can Could Cannot May Might Must Shall Should Will Would Ought Need Dare Let Lets Get Got Give Given Giving Go "
    "Goes Going Gone Come Comes Coming Came Make Making Made Take Taking Taken Took Look Looking Looked Say Says Said "
    "Saying See Seeing Seen Saw Know Knowing Known Think Thinking Thought Tell Telling Told Ask Asking Asked Answer Keep "
    "Keeping Put Putting Set Sit Sitting Stand Standing Stay Stop Run Running Walk Walking Turn Turning Turned Left Leave "
    "Leaving Hold Holding Hear Hearing Heard Feel Feeling Find Finding Found Bring Bringing Brought Call Called Calling "
    "Try Trying Use Used Want Wait Waiting Watch Work Wish Believe Believing Bear Bring Beg Begging Consider Considering "
    "Concerning Regarding Remember Never Suppose Judge Judging Mind Mark Read Write Show Seems Speak Speaking Steady "
    "Follow Following Finally Fancy Excuse Forgive Pardon Pray Quick Quickly Right Sure Surely Sorry Silence Slow Stuff "
    "True Together To-day To-morrow To-night Today Tomorrow Tonight Yesterday Day Days Night Morning Evening Afternoon "
    "Noon Midnight Dinner Supper Breakfast Meanwhile Meantime Moreover Nevertheless Nonetheless Notwithstanding Otherwise "
    "Ordinarily Originally Afterwards Anyhow Anyway Anywhere Somewhere Nowhere Everywhere Somehow Sometimes Instead "
    "Opposite Outside Inside Inasmuch Insomuch Like Likewise Old Young Poor Dear Great Big Small New Good Better Best Bad "
    "Worse Worst Fine Nice Black White Red Green Blue Brown Grey Gray Dark Light Cold Hot Warm Dead Free Full Empty High "
    "Low Deep Short Tall Strong Weak Rich Happy Sad Mad Wild Hard Soft Open Shut Clear Plain Pretty Strange Wonderful "
    "Horrible Dreadful Beautiful Capital Certain Common Doubtful Double Drawn Dressed Presently Directly Immediately "
    "Instantly Suddenly Gradually Happily Fortunately Unfortunately Apparently Probably Possibly Certainly Naturally "
    "Obviously Evidently Truly Exactly Precisely Seriously Clearly Hardly Scarcely Barely Nearly Partly Mostly Chiefly "
    "Mainly Simply Merely Truth Things Thing People Men Man Women Woman Child Children Folks Friends Friend Fellow "
    "Comrade Comrades Mate Mates Lads Lad Lass Lasses Boys Gents Sir Something Water Fire Rum Money Time Times Half-past "
    "Everything Nobody's Whereby Wherein Whereof Thence Thither Whence Whither Hither Forth Ere Unlike Owing According "
    "Accordingly Whereon Throughout Via Per Plus Regardless Beaten Born Bound Broken Drink Eat Easy Fifteen Sixteen "
    "Eighteen Eleven Thirteen Fourteen Nineteen Sixty Eighty Thousand Million None Nought Aught Lo Behold Beware Damn "
    "Dash Confound Hang Curse Blast Shiver Avast Belay Ashore Aboard Aft Astern Overboard Starboard Larboard Port "
    "Foremost Next-door Halfway Hurry Quiet Quietly Upstairs Downstairs Indoors Outdoors Downward Upward Onward "
    "Backward Inside Twice Thrice Thirdly Secondly Firstly Whoso Wretched Infamous Bother Anon Afar Afore Arter Wot "
    "Wotever Ain't Isn't Don't Won't Can't Couldn't Shan't Didn't Doesn't Wasn't Weren't Hasn't Haven't Tis Twas D'ye "
    "Beggar Rot Wery Werry Ditto Item Viz Ladies Gentlemen Rest Reckon Guess Cheer Easy Fair Lay Pull Dooty Mum Belike "
    "Haul Heave Hand Hands Head Eyes Heart House Door Business Politics Likes Bill Sundry Various Whole Single Double "
    "Number Lost Hid Shot Arrived Having Returning Reaching Entering Opening Passing Casting Conducting Wondering "
    "Feeling Leaning Bending Drawing Raising Rising Lifting Laying Lying Falling Stepping Getting Beginning".split()
)
GIVEN_NAMES = frozenset(
    "Aaron Abel Abigail Abraham Ada Adam Adela Agatha Agnes Alan Albert Alexander Alfred Alice Allan Amanda Ambrose Amelia "
    "Amy Andrew Angela Ann Anna Anne Annie Anthony Antonia Arabella Archibald Arnold Arthur Augusta Augustus Barbara "
    "Barnaby Bartholomew Basil Beatrice Becky Belinda Ben Benjamin Bernard Bertha Bertram Bess Bessie Betsy Betty Beth Bill "
    "Billy Bob Bridget Caleb Caroline Catherine Cecil Cecilia Charity Charles Charley Charlie Charlotte Christina "
    "Christopher Clara Clarissa Claude Clement Constance Cornelia Cornelius Cyril Daisy Daniel David Deborah Denis Diana "
    "Dick Dolly Dominic Dora Dorothy Edgar Edith Edmund Edward Edwin Eleanor Eli Elijah Elinor Eliza Elizabeth Ella Ellen "
    "Elsie Emily Emma Emmeline Ernest Esther Ethel Eugene Eustace Eva Evelyn Fanny Felix Ferdinand Fitzwilliam Flora "
    "Florence Frances Francis Frank Fred Frederick Gabriel Geoffrey George Georgiana Gerald Gertrude Gilbert Giles Godfrey "
    "Grace Gregory Griselda Guy Hannah Harold Harriet Harry Helen Henrietta Henry Herbert Hester Hilda Hiram Horace Howard "
    "Hubert Hugh Humphrey Ida Ira Irene Isaac Isabel Isabella Isaiah Israel Ivan Jack Jacob James Jane Janet Jasper "
    "Jeffrey Jem Jenny Jeremiah Jerome Jerry Jessica Jessie Jim Jimmy Joan Joanna Job Joe Joel John Johnny Jonas Jonathan "
    "Joseph Joshua Josiah Joyce Judith Julia Julian Juliet Justin Kate Katherine Kathleen Kitty Laura Laurence Lawrence Leo "
    "Leonard Leopold Lewis Lionel Lizzie Lizzy Louis Louisa Lucas Lucy Luke Lydia Mabel Madeleine Maggie Magdalen Malcolm "
    "Marcus Margaret Maria Marian Marianne Marie Marion Mark Martha Martin Mary Matilda Matthew Maud Maurice Max "
    "Maximilian May Meg Mercy Michael Mildred Millicent Miles Milly Minnie Miriam Molly Montague Morgan Moses Muriel Nancy "
    "Nathan Nathaniel Ned Nell Nelly Nicholas Nick Nora Norman Oliver Olivia Oscar Owen Patience Patrick Patty Paul Peg "
    "Peggy Penelope Percy Peter Phil Philip Phoebe Phyllis Polly Priscilla Prudence Rachel Ralph Raymond Rebecca Reginald "
    "Reuben Richard Robert Robin Roderick Roger Roland Rosa Rosamond Rose Rosie Rowland Roy Rufus Rupert Ruth Sally Sam "
    "Samson Samuel Sarah Saul Sebastian Septimus Seth Sibyl Sidney Silas Silvia Simeon Simon Sophia Sophie Stanley Stella "
    "Stephen Susan Susannah Sybil Sylvia Ted Teresa Terence Theodora Theodore Theresa Thomas Tim Timothy Titus Toby Tobias "
    "Tom Tommy Tony Ursula Valentine Vera Victor Victoria Vincent Viola Violet Virginia Vivian Wallace Walter Wilfred Will "
    "William Willie Winifred Zachary Clarence Conrad Curtis Dennis Derek Donald Douglas Duncan Edgar Eric Erik Gordon "
    "Graham Harvey Ian Jason Jennifer Karen Keith Kenneth Kevin Linda Lisa Lynn Michelle Nigel Pamela Patricia Pete Ray "
    "Rita Ron Ronald Sandra Sean Sharon Sheila Steve Stuart Susie Tess Tracy Trevor Wendy Alec Alex Kay Kai Mei Lin Jon "
    "Elena Nina Olga Natasha Boris Igor Sasha Pierre Jean Jacques Henri Hans Karl Otto Fritz Carlos Juan Pedro Diego "
    "Ahmed Ali Hassan Omar Abdul Ibrahim Yusuf Mina Nora Ingrid Astrid Bjorn Sven Lars "
    "Liam Ethan Logan Jayden Aiden Connor Dylan Tyler Ryan Kyle Brian Scott Todd Chad Brad Greg Jeff Jake Josh "
    "Zach Matt Mike Nate Dan Danny Dave Steven Andy Chris Antonio Marco Luca Giovanni Paolo Miguel Javier Luis "
    "Rafael Mateo Dmitri Sergei Mikhail Yuri Nikolai Ravi Arjun Sanjay Deepak Hiro Kenji Akira Bryan Damien Adrian "
    "Gareth Callum Lachlan Finn Declan Cormac Eamon Tomas Stefan Anton Emil Henrik Magnus Camilla Camille Claire "
    "Chloe Zoe Mia Isla Megan Lauren Brittany Danielle Nicole Melissa Monica Stephanie Samantha Natalie Vanessa "
    "Veronica Yvonne Simone Colette Genevieve Gabrielle Gemma Fiona Freya Imogen Isobel Maeve Niamh Siobhan Rhiannon "
    "Sofia Lucia Valentina Carmen Ines Marta Francesca Giulia Chiara Anya Katya Aisha Fatima Layla Leila Zara Samira "
    "Priya Anjali Kavita Yuki Estella Bella Greta Hedda Sigrid Annika Beatrix Cordelia Ophelia Rosalind Helena Irina "
    "Ilse Odile Lena Tessa Thea Petra Vivienne Margot Elise Elisa Noelle Abby Allison Alison Amelie".split()
)
FEMALE_NAMES = frozenset(
    "Abigail Ada Adela Agatha Agnes Alice Amanda Amelia Amy Angela Ann Anna Anne Annie Antonia Arabella Augusta Barbara "
    "Beatrice Becky Belinda Bertha Bess Bessie Betsy Betty Beth Bridget Caroline Catherine Cecilia Charity Charlotte "
    "Christina Clara Clarissa Constance Cornelia Daisy Deborah Diana Dolly Dora Dorothy Edith Eleanor Elinor Eliza "
    "Elizabeth Ella Ellen Elsie Emily Emma Emmeline Esther Ethel Eva Fanny Flora Florence Frances Georgiana Gertrude Grace "
    "Griselda Hannah Harriet Helen Henrietta Hester Hilda Ida Irene Isabel Isabella Jane Janet Jenny Jessica Jessie "
    "Joan Joanna Joyce Judith Julia Juliet Kate Katherine Kathleen Kitty Laura Lizzie Lizzy Louisa Lucy Lydia Mabel "
    "Madeleine Maggie Magdalen Margaret Maria Marian Marianne Marie Martha Mary Matilda Maud May Meg Mercy Mildred "
    "Millicent Milly Minnie Miriam Molly Muriel Nancy Nell Nelly Nora Olivia Patience Patty Peg Peggy Penelope Phoebe "
    "Phyllis Polly Priscilla Prudence Rachel Rebecca Rosa Rosamond Rose Rosie Ruth Sally Sarah Sibyl Silvia Sophia Sophie "
    "Stella Susan Susannah Sybil Sylvia Teresa Theodora Theresa Ursula Vera Victoria Viola Violet Virginia Vivian "
    "Winifred Jennifer Karen Linda Lisa Lynn Michelle Pamela Patricia Rita Sandra Sharon Sheila Susie Tess Tracy Wendy "
    "Mei Elena Nina Olga Natasha Mina Ingrid Astrid "
    "Camilla Camille Claire Chloe Zoe Mia Isla Megan Lauren Brittany Danielle Nicole Melissa Monica Stephanie "
    "Samantha Natalie Vanessa Veronica Yvonne Simone Colette Genevieve Gabrielle Gemma Fiona Freya Imogen Isobel "
    "Maeve Niamh Siobhan Rhiannon Sofia Lucia Valentina Carmen Ines Marta Francesca Giulia Chiara Anya Katya Aisha "
    "Fatima Layla Leila Zara Samira Priya Anjali Kavita Yuki Estella Bella Greta Hedda Sigrid Annika Beatrix Cordelia "
    "Ophelia Rosalind Helena Irina Ilse Odile Lena Tessa Thea Petra Vivienne Margot Elise Elisa Noelle Abby Allison "
    "Alison Amelie".split()
)
