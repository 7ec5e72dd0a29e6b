"""The family of Dou Shou Qi: eight beasts a side on seven files and nine ranks, with bans on chasing for ever."""
