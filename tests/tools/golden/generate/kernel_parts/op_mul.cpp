int not_selected;
